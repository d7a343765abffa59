const titles: Readonly<Record<string, string>> = { ethereum: 'Ethereum', polygon: 'Polygon', stellar: 'Stellar' }

/** The name for people. An operator's own networks have only one. */
export function formatNetwork(name: string): string {
  return titles[name] ?? name
}
