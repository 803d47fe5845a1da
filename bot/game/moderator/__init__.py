"""Orders in, durable outcomes out: judged on a copy, stored, then adopted."""
