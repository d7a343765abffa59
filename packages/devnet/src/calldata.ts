/** The first four bytes of the Keccak hash of the function's signature, as ERC-20 and the contracts fix them */
export const SELECTORS = {
  'transfer(address,uint256)': 'a9059cbb',
  'transferFrom(address,address,uint256)': '23b872dd',
  'approve(address,uint256)': '095ea7b3',
  'allowance(address,address)': 'dd62ed3e',
  'balanceOf(address)': '70a08231',
  'mint(address,uint256)': '40c10f19',
  'issue(uint256)': 'cc872b66',
  'setParams(uint256,uint256)': 'c0324c77',
  'pause()': '8456cb59',
  'unpause()': '3f4ba83a',
  'addBlackList(address)': '0ecb93c0',
  'removeBlackList(address)': 'e4997dc5',
  'destroyBlackFunds(address)': 'f3bdc228',
  'set(int256)': 'e5c19b2d',
  'setRound(int256,uint256)': '2b1de19b',
  'changeAdmin(address)': '8f283970',
  'initialize(string,string,string,uint8,address,address,address,address)': '3357162b',
  'initializeV2(string)': 'd608ea64',
  'initializeV2_1(address)': '2fc81e09',
  'initializeV2_2(address[],string)': '430239b4',
  'configureMinter(address,uint256)': '4e44d956',
  'isMinter(address)': 'aa271e1a',
  'file(bytes32,uint256)': '29ae8114',
} as const

/** An address (20 bytes, hexadecimal), a non-negative integer, or a text */
export type Argument = string | bigint | { text: string }

/**
 * Encodes a call by the contract ABI. It suffices for tokens and feeds, and avoids an encoder that takes a tenth of a
 * second to load.
 * @throws for an invalid address or an amount that does not fit 256 bits
 */
export function encodeCall(signature: keyof typeof SELECTORS, ...values: Argument[]): string {
  return `0x${SELECTORS[signature]}${encodeParameters(...values)}`
}

/** The arguments after a call's selector, or after the bytecode of a new contract; hexadecimal without 0x */
export function encodeParameters(...values: Argument[]): string {
  let tail = ''
  const head = values.map((value) => {
    if (typeof value !== 'object') return encodeWord(value)
    const offset = values.length * 32 + tail.length / 2
    const bytes = Buffer.from(value.text)
    tail += encodeWord(BigInt(bytes.length)) + bytes.toString('hex').padEnd(Math.ceil(bytes.length / 32) * 64, '0')
    return encodeWord(BigInt(offset))
  })
  return head.join('') + tail
}

/** 32 bytes of hexadecimal, without 0x */
export function encodeWord(value: string | bigint): string {
  if (typeof value === 'string') {
    if (!/^0x[0-9a-fA-F]{40}$/.test(value)) throw new Error(`Not an Ethereum address: ${value}`)
    return value.slice(2).toLowerCase().padStart(64, '0')
  }
  if (value < 0n || value >= 2n ** 256n) throw new Error(`Not an amount: ${value}`)
  return value.toString(16).padStart(64, '0')
}
