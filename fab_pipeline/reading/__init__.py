"""Text to quantity: numbers, durations, token counts, dates, statements; Chinese and English. Pure: only contracts and vocabulary below."""
