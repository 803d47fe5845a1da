"""What all boards since Anniversary share; families follow it."""
