"""House rules: one package a document, one file a rule."""
