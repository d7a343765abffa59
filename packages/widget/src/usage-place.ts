import type { CryptoCheckout } from './crypto-checkout.ts'

/**
 * Checks how a page uses its element. The checks are for developers and no part of the first load: a script with all that
 * no first paint waits for is loaded once `look` is called, and sees what was noted before.
 */
export function createUsagePlace(host: CryptoCheckout) {
  let noted: string[] = []
  let check: ((uses: readonly string[]) => void) | null = null
  let isLoading = false
  return {
    /** Notes a use that is not visible on the element: a listener. */
    note(use: string): void {
      noted.push(use)
      if (check) this.look()
    },
    look(): void {
      const uses = noted
      if (check) {
        noted = []
        check(uses)
      } else if (!isLoading) {
        isLoading = true
        import('./after-paint.ts').then(
          ({ prepareAfterPaint }) => {
            check = prepareAfterPaint(host)
            this.look()
          },
          // The payment can still be made.
          () => {},
        )
      }
    },
  }
}
