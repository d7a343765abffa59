import { depositAddress, FACTORY_ADDRESS } from '@crypto-checkout/contracts'
import type { DepositAddresses } from '../network.ts'

/** The same on every EVM chain. */
export const depositAddresses: DepositAddresses = { factory: FACTORY_ADDRESS, addressOf: depositAddress }
