"""Plain requests: operations as rows, who may, what goes in and out."""
