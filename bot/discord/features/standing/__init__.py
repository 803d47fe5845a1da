"""Standing orders, left by command or menu."""
