"""What goes on by itself: sending, timers, deadlines, computer players, calls, pictures of panels."""
