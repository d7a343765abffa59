/** Freighter's content script as pages see it: its messages, answered by a key that signs with the SDK. */
import { type Keypair, TransactionBuilder } from '@stellar/stellar-sdk'
import type { Page } from 'playwright-core'

type Call = {
  type: string
  transactionXdr?: string
  networkPassphrase?: string
  accountToSign?: string
  blob?: string
}

const DECLINED = { code: -4, message: 'The user rejected this request.' }

export type Freighter = {
  /** The key of the account that it shows. */
  key: Keypair
  networkPassphrase: string
  /** The owner's answers to a connection and to each request to sign. */
  connects: boolean
  signs: boolean
  /** Changes the transaction before signing, as a malicious page or wallet would. */
  changes: ((xdr: string) => string) | null
  /** The requests it received, in order. */
  readonly requests: string[]
  /** Adds it to a page before the page's own scripts run. */
  inject(page: Page): Promise<void>
}

export function createFreighter(key: Keypair, networkPassphrase: string): Freighter {
  const wallet: Freighter = {
    key,
    networkPassphrase,
    connects: true,
    signs: true,
    changes: null,
    requests: [],
    inject: async (page) => {
      await page.exposeBinding('askFreighter', (_source, call: Call) => answer(call))
      await page.addInitScript(listen)
    },
  }

  function answer(call: Call): object {
    wallet.requests.push(call.type)
    switch (call.type) {
      case 'REQUEST_CONNECTION_STATUS':
        return { isConnected: true }
      case 'REQUEST_ACCESS':
        return wallet.connects ? { publicKey: wallet.key.publicKey() } : { publicKey: '', apiError: DECLINED }
      case 'REQUEST_NETWORK_DETAILS':
        return {
          networkDetails: { network: 'STANDALONE', networkUrl: '', networkPassphrase: wallet.networkPassphrase },
        }
      case 'SUBMIT_TRANSACTION':
        return wallet.signs ? sign(call) : { signedTransaction: '', signerAddress: '', apiError: DECLINED }
      case 'REQUEST_ALLOWED_STATUS':
        return { isAllowed: true }
      case 'SUBMIT_BLOB':
        return wallet.signs ? signMessage(call) : { signedBlob: null, signerAddress: '', apiError: DECLINED }
      default:
        return { apiError: { code: -1, message: `${call.type} is not known` } }
    }
  }

  function sign({ transactionXdr = '', networkPassphrase = '' }: Call): object {
    const xdr = wallet.changes?.(transactionXdr) ?? transactionXdr
    const transaction = TransactionBuilder.fromXDR(xdr, networkPassphrase)
    transaction.sign(wallet.key)
    return { signedTransaction: transaction.toXDR(), signerAddress: wallet.key.publicKey() }
  }

  /** As SEP-53 says. */
  function signMessage({ blob = '' }: Call): object {
    const signedBlob = Buffer.from(wallet.key.signMessage(blob)).toString('base64')
    return { signedBlob, signerAddress: wallet.key.publicKey() }
  }

  return wallet
}

/** Runs in the page in place of the content script: receives requests and answers each by its id. */
function listen(): void {
  type Request = { source?: string; messageId?: number; type?: string }
  type Heard = { data: Request; source: unknown }
  const page = globalThis as unknown as {
    addEventListener(type: 'message', listener: (event: Heard) => void): void
    postMessage(message: object, origin: string): void
    location: { origin: string }
    askFreighter(call: object): Promise<object>
  }
  page.addEventListener('message', ({ data, source }) => {
    if (source !== page || data?.source !== 'FREIGHTER_EXTERNAL_MSG_REQUEST') return
    const reply = { source: 'FREIGHTER_EXTERNAL_MSG_RESPONSE', messagedId: data.messageId }
    void page
      .askFreighter({ ...data })
      .then((answer) => page.postMessage({ ...reply, ...answer }, page.location.origin))
  })
}
