import type { CheckoutHost } from './host.ts'

const WARNINGS = {
  src: 'src is not the address of a payment:',
  snapshot: 'snapshot is not a payment:',
  open: 'open() needs the attribute "modal".',
} as const

/**
 * Checks how a page uses its element. The checks are for developers and no part of the first load: a script with all that
 * no first paint waits for is loaded once `look` is called, and sees what was noted before.
 */
export function createUsagePlace(host: CheckoutHost) {
  let noted: string[] = []
  let check: ((uses: readonly string[]) => void) | null = null
  let isLoading = false
  const look = () => {
    const uses = noted
    if (check) {
      noted = []
      check(uses)
    } else if (!isLoading) {
      isLoading = true
      import('./after-paint.ts').then(
        ({ prepareAfterPaint }) => {
          check = prepareAfterPaint(host)
          look()
        },
        // The payment can still be made.
        () => {},
      )
    }
  }
  // Listeners are not visible on the element. Not a method of the class, which would replace the event types that TypeScript
  // knows, and not to be seen among the element's own properties.
  const listen = host.addEventListener
  const value = (...args: [type: string, never]) => {
    noted.push(`@${args[0]}`)
    if (check) look()
    listen.apply(host, args)
  }
  Object.defineProperty(host, 'addEventListener', { configurable: true, writable: true, value })
  const warned = new Set<string>()
  return {
    look,
    /** Warns a developer of a wrong input of the element, once for each value. */
    warn(what: keyof typeof WARNINGS, value = ''): void {
      const key = `${what}${value}`
      if (!warned.has(key)) console.warn(`crypto-checkout: ${WARNINGS[what]}`, value)
      warned.add(key)
    },
  }
}
