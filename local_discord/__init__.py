"""The local channel: a stand-in for Discord on this machine, for the demo, development and tests."""
