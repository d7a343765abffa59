import { chooseMethod, type Host } from './ask-server.ts'

/** Chooses the method that the page's attribute names, `'USDC polygon'`, if the payment offers it. */
export async function preferMethod(host: Host, name: string): Promise<void> {
  const methods = host.payment?.methods ?? []
  const found = methods.find(({ cryptocurrency, network }) => `${cryptocurrency} ${network}` === name)
  if (!found) {
    const offered = methods.map(({ cryptocurrency, network }) => `"${cryptocurrency} ${network}"`).join(', ')
    console.warn(`crypto-checkout: method="${name}" is not offered: use one of ${offered}.`)
  } else if (found.state !== 'chosen') {
    await chooseMethod(host, found)
  }
}
