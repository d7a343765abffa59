/**
 * The built-in networks that page and element know without a server, with their colours (CSS). Other networks have a
 * neutral one. A test of the core compares this table with the catalogue.
 */
export const knownNetworks: Readonly<Record<string, { readonly colour: string }>> = {
  polygon: { colour: '#8247e5' },
  ethereum: { colour: '#627eea' },
  stellar: { colour: 'light-dark(#12161f, #f1f3f7)' },
}
