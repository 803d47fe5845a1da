"""Questions of battles: asked, answered, told ahead."""
