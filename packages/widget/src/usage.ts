import type { CheckoutHost } from './host.ts'

/** Most of the uses that cannot be wrong, in the notation of `explainUse`. */
const USUAL =
  /^(?!src=.*\/l\/\w+$|link=.*\/pay\/)((src|link|snapshot|method|walletconnect-project-id|class|id|style|slot|part|title|dir|hidden|role|tabindex|(data|aria)-.*|_.*|on(?!checkout)\w+)=.*|redirect=(auto|manual)|(modal|opened)=|lang=([a-z]{2}(-.*)?)?|\.([_$]|(is|has|enable|render)[A-Z]).*|>(header|footer|completed|expired)?|@(checkout-(status-change|method-change|payment-created|completed|expired|close|error|wallet-connected|transaction-sent)|(?!.*heckout)[a-z]*))$/s

/** Tells whether a use cannot be wrong. */
export function isUsual(use: string): boolean {
  return USUAL.test(use)
}

/** All uses that are visible on the element now. */
export function findUses(host: CheckoutHost): string[] {
  return [
    ...[...host.attributes].map(({ name, value }) => `${name}=${value}`),
    ...Object.keys(host).map((name) => `.${name}`),
    ...[...host.children].map(({ slot }) => `>${slot}`),
    // Frameworks may set properties instead of attributes.
    ...(['redirect', 'modal', 'opened'] as const).flatMap((name) =>
      typeof host[name] === 'string' ? `${name}=${host[name]}` : [],
    ),
  ]
}

/**
 * Checks the uses of one element, those that are visible on it and others, and warns a developer of misspelt ones, once
 * each. The messages and the search for similar names are in a separate script. It is loaded only for an unusual use:
 * payers of most pages never load it.
 */
export function createUsageCheck(host: CheckoutHost): (others: readonly string[]) => void {
  const seen = new Set<string>()
  return (others) => {
    const uses = [...others, ...findUses(host)]
    const unusual = uses.filter((use) => !isUsual(use) && !seen.has(use) && seen.add(use))
    if (unusual[0]) {
      import('./explain-use.ts').then(
        ({ warnAll }) => warnAll(unusual),
        // The payment can still be made.
        () => {},
      )
    }
  }
}
