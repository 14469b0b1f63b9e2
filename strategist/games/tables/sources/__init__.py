"""Where tables come from: files of rows, matrices, data in memory."""
