import type { Language } from '@crypto-checkout/core/payer'
import type { GaslessProblem, Problem } from './state.ts'

/** What sentences are made of. Whatever asks for money names coin and network. */
export type PanelTerms = {
  /** As the reader's language writes it. */
  amount: string
  coin: string
  network: string
  merchant: string
  wallet: string
  /** How much of the coin the account lacks, as the reader's language writes it. */
  missing: string
  /** What the network's fees are paid in. */
  currency: string
}

/** What the panel says by itself, by where the payer is or by what stopped the wallet. */
type OwnMessage =
  | 'opening'
  | 'unreachable'
  | 'contradiction'
  | 'choosing'
  /** Without a wallet to choose: links that open the page or the payment in one, or nothing. */
  | 'apps'
  | 'handover'
  | 'none'
  | 'pairing'
  /** On a device that may have the wallet itself. */
  | 'pairingHere'
  | 'connecting'
  | 'switching'
  | 'checking'
  | 'offered'
  | 'sending'
  | 'unknown'
  | 'sent'
  | Exclude<Problem, GaslessProblem>

/** What it says about paying without gas. */
type GaslessMessage = 'ready' | 'signing' | 'relaying' | GaslessProblem

export type Message = OwnMessage | GaslessMessage

type Messages<Name extends Message> = Readonly<
  Record<Name, (terms: PanelTerms) => readonly [title: string, detail: string | null]>
>

/** A language of the panel: a value without imports, so that it can be loaded by itself. */
export type WalletTexts = {
  language: Language
  /** For numbers. */
  locale: string
  direction: 'ltr' | 'rtl'
  messages: Messages<OwnMessage>
  /** A wallet that does not say its name. */
  browserWallet: string
  /** Beside the name WalletConnect. */
  walletConnectHint: string
  pairingQr: string
  openIn: (wallet: string) => string
  /** Hands over the payment. */
  openInWallet: string
  openInAnyWallet: string
  from: (account: string) => string
  retry: string
  otherAccount: string
  otherAsset: string
  atMost: (amount: string) => string
  otherWallet: string
  back: string
  /** After it was not known whether something was sent. */
  nothingWasSent: string
  /** After it was sent. */
  itFailed: string
}

/** The same about paying without gas, loaded where that is possible. */
export type GaslessTexts = {
  messages: Messages<GaslessMessage>
  withoutGas: string
  /** In the ordinary way, where that is another one. */
  ownGas: string
}

/** All that is said where the payer is now: of paying without gas nothing before its texts are there. */
export type SpokenTexts = Omit<WalletTexts, 'messages'> & GaslessTexts & { messages: Messages<Message> }
