/** Things that this browser keeps between visits. A browser without storage keeps nothing, and all works without. */

type Remembered = 'environment' | 'merchant' | 'language' | 'currency' | 'method' | 'dismissed'

export function recall(name: Remembered): string | null {
  try {
    return localStorage.getItem(`checkout-${name}`)
  } catch {
    return null
  }
}

export function remember(name: Remembered, value: string): void {
  try {
    localStorage.setItem(`checkout-${name}`, value)
  } catch {
    // The next visit begins with the defaults.
  }
}
