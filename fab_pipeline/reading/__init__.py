"""Text to quantity: numbers, durations, token counts, dates, statements; Chinese and English. Pure; imports only contracts and vocabulary."""
