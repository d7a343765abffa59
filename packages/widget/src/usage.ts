import type { CryptoCheckout } from './crypto-checkout.ts'

/** Most uses in which nothing can be wrong, as `explainUse` takes them. */
const USUAL =
  /^((src|snapshot|walletconnect-project-id|class|id|style|slot|part|title|dir|hidden|role|tabindex|(data|aria)-.*|_.*|on(?!checkout)\w+)=.*|redirect=(auto|manual)|(modal|opened)=|lang=([a-z]{2}(-.*)?)?|\.([_$]|(is|has|enable|render)[A-Z]).*|>(header|footer|completed|expired)?|@(checkout-(status-change|completed|expired|close|error|wallet-connected|transaction-sent)|(?!.*heckout)[a-z]*))$/s

/** Whether nothing can be wrong with a use. */
export function isUsual(use: string): boolean {
  return USUAL.test(use)
}

/** All that can be seen on the element now. */
export function findUses(host: CryptoCheckout): string[] {
  return [
    ...[...host.attributes].map(({ name, value }) => `${name}=${value}`),
    ...Object.keys(host).map((name) => `.${name}`),
    ...[...host.children].map(({ slot }) => `>${slot}`),
    // In place of attributes frameworks may set properties.
    ...(['redirect', 'modal', 'opened'] as const).flatMap((name) =>
      typeof host[name] === 'string' ? `${name}=${host[name]}` : [],
    ),
  ]
}

/**
 * Checks uses of one element, and tells a developer of misspelt ones, once each. What is said and found near is in a script
 * of its own, which is loaded where a use is unusual: payers of most pages never load it.
 */
export function createUsageCheck(): (uses: readonly string[]) => void {
  const seen = new Set<string>()
  return (uses) => {
    const unusual = uses.filter((use) => !isUsual(use) && !seen.has(use) && seen.add(use))
    if (unusual[0]) {
      import('./explain-use.ts').then(
        ({ warnOf }) => warnOf(unusual),
        // The payment can be made all the same.
        () => {},
      )
    }
  }
}
