"""What tests are made with: no test is here, and none is imported from a test."""
