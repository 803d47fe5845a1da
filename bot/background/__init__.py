"""What goes on by itself: sending, timers, deadlines, calls, pictures of panels."""
