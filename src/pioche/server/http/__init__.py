"""Everything HTTP: the application, its routes, its middleware, its errors."""
