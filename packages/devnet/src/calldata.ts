/** The first four bytes of the Keccak hash of the function's signature, as ERC-20 and FiatToken fix them */
const SELECTORS = {
  'transfer(address,uint256)': 'a9059cbb',
  'transferFrom(address,address,uint256)': '23b872dd',
  'approve(address,uint256)': '095ea7b3',
  'mint(address,uint256)': '40c10f19',
  'balanceOf(address)': '70a08231',
} as const

/**
 * Encodes a call whose arguments are addresses and amounts only: enough for a token, and without an encoder to load.
 * @throws where an address is not 20 bytes of hexadecimal or an amount does not fit 256 bits
 */
export function calldata(signature: keyof typeof SELECTORS, ...values: (string | bigint)[]): string {
  return `0x${SELECTORS[signature]}${values.map(word).join('')}`
}

/** 32 bytes of hexadecimal, without 0x */
export function word(value: string | bigint): string {
  if (typeof value === 'string') {
    if (!/^0x[0-9a-fA-F]{40}$/.test(value)) throw new Error(`Not an Ethereum address: ${value}`)
    return value.slice(2).toLowerCase().padStart(64, '0')
  }
  if (value < 0n || value >= 2n ** 256n) throw new Error(`Not an amount: ${value}`)
  return value.toString(16).padStart(64, '0')
}
