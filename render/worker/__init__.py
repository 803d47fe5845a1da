"""Pictures in a process of their own: jobs, kept layers, encoding."""
