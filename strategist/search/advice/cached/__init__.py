"""What positions cost, looked up in a file or searched; how such a file is made, and how often players hit it."""
