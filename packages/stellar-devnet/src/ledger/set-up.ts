import { Asset, Keypair, Operation, Account as Source, TransactionBuilder } from '@stellar/stellar-sdk'
import { ASSETS, KEYS, PASSPHRASE } from './network.ts'

/** Has all XLM in the first ledger, as on every Stellar network */
export const ROOT = Keypair.master(PASSPHRASE)

const THOUSAND_MILLION = '1000000000'

const STARTING_XLM: Readonly<Record<keyof typeof KEYS, string>> = {
  merchant: '1000',
  payer: '1000000',
  friendbot: '50000000000',
  issuer: '1000',
  secondIssuer: '1000',
  counterfeiter: '1000',
  maker: '2000000000',
}

/** The signed transaction that sets up a new network: accounts, trustlines, coins and offers */
export function setUpEnvelope(): string {
  const builder = new TransactionBuilder(new Source(ROOT.publicKey(), '0'), {
    fee: '10000',
    networkPassphrase: PASSPHRASE,
  }).setTimeout(0)
  for (const operation of operations()) builder.addOperation(operation)
  const transaction = builder.build()
  // All except the friendbot have an operation in it, and an unnecessary signature is refused.
  const { merchant, payer, issuer, secondIssuer, counterfeiter, maker } = KEYS
  transaction.sign(ROOT, merchant, payer, issuer, secondIssuer, counterfeiter, maker)
  return transaction.toXdr()
}

/** The maker sells a coin for 10 XLM, and buys one for a little less than 10 XLM. */
const ASK = { n: 10, d: 1 }
const BID = { n: 102, d: 1_000 }
const ON_OFFER = '100000000'

function offer(selling: Asset, buying: Asset, price: { n: number; d: number }): Built {
  return Operation.manageSellOffer({ source: KEYS.maker.publicKey(), selling, buying, amount: ON_OFFER, price })
}

type Built = ReturnType<typeof Operation.payment>

function operations(): Built[] {
  const { merchant, payer, maker } = KEYS
  const { USDC, USDT, counterfeit } = ASSETS
  return [
    ...Object.entries(KEYS).map(([name, key]) =>
      Operation.createAccount({
        destination: key.publicKey(),
        startingBalance: STARTING_XLM[name as keyof typeof KEYS],
      }),
    ),
    ...[merchant, payer].flatMap((key) => [USDC, USDT, counterfeit].map((asset) => trust(key, asset))),
    ...[USDC, USDT].map((asset) => trust(maker, asset)),
    ...[USDC, USDT, counterfeit].map((asset) => issue(asset, payer)),
    ...[USDC, USDT].map((asset) => issue(asset, maker)),
    ...[USDC, USDT].flatMap((asset) => [offer(asset, Asset.native(), ASK), offer(Asset.native(), asset, BID)]),
  ]
}

function trust(key: Keypair, asset: Asset): Built {
  return Operation.changeTrust({ source: key.publicKey(), asset })
}

function issue(asset: Asset, to: Keypair): Built {
  return Operation.payment({
    source: asset.getIssuer() ?? '',
    destination: to.publicKey(),
    asset,
    amount: THOUSAND_MILLION,
  })
}
