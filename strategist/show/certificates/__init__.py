"""Reports on certificates: what one claims and proves, in text and as a record."""
