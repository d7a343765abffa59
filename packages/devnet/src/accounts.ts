/**
 * The first accounts of the mnemonic "test test test test test test test test test test test junk". Their private keys
 * are public: every development node knows them. Nothing of value may ever be sent to them on a public network.
 */
export const MERCHANT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** May upgrade the proxies and, as FiatTokenProxy demands, never calls the token through them */
export const PROXY_ADMIN = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
/** Deploys, owns and mints the coins, and gives away ETH */
export const ISSUER = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/** Follow from the issuer's address and nonce; the deployment refuses to go on where they differ. */
export const CONTRACTS = {
  signatureChecker: '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35',
  implementation: '0xA15BB66138824a1c7167f5E85b957d04Dd34E468',
  USDC: '0xb19b36b1456E65E3A6D514D3F715f204BD59f431',
  counterfeit: '0x8ce361602B935680E8DeC218b820ff5056BeB7af',
} as const

export const CHAIN_ID = 31_337
export const USDC_DECIMALS = 6
