"""What commands share: arguments, options, exit statuses, conversations, and work with a progress bar."""
