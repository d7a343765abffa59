/**
 * The first accounts of the mnemonic "test test test test test test test test test test test junk". Their private keys
 * are public: every development node knows them. Nothing of value may ever be sent to them on a public network.
 */
export const MERCHANT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** May upgrade the proxies and, as FiatTokenProxy demands, never calls the token through them */
export const PROXY_ADMIN = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
/** Deploys, owns and mints the coins, sets the prices, and gives away ETH and POL */
export const ISSUER = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
/**
 * Creates the doubles of what converts coins on every chain, also on one whose other accounts have sent anything. No key is known: the
 * node sends for it.
 */
export const DOUBLES_DEPLOYER = '0x00000000000000000000000000000000000CC792'
