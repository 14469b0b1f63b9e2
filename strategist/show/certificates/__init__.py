"""Reports on certificates: what one claims, lists and proves, in text and as a record."""
