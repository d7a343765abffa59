import type { Language } from './language.ts'

/** The values in the sentences. Every sentence that asks for money names coin and network. */
export type PanelTerms = {
  /** In the format of the reader's language. */
  amount: string
  coin: string
  network: string
  merchant: string
  wallet: string
  /** The amount of the coin that the account lacks, in the format of the reader's language. */
  missing: string
  /** The coin of the network's fees. */
  currency: string
}

/** The messages of the panel's states. */
type StateMessage =
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
  /** The wallet takes long to answer: where to look. */
  | 'silent'
  | 'unknown'
  | 'sent'

/** The reasons why a wallet, WalletConnect or the server sent nothing. */
type ProblemMessage =
  | 'rejected'
  | 'pending'
  | 'locked'
  | 'account'
  | 'network'
  | 'insufficient'
  | 'gas'
  | 'disconnected'
  | 'failed'
  | 'trustline'
  | 'offers'
  | 'refused'
  | 'expired'
  | 'relay'

type OwnMessage = StateMessage | ProblemMessage

/** The messages about paying without gas: three states, and the reasons why nothing was sent. */
type GaslessMessage = 'ready' | 'signing' | 'relaying' | 'ungiven' | 'unsignable' | 'unrelayed' | 'unanswered'

export type Message = OwnMessage | GaslessMessage

type Messages<Name extends Message> = Readonly<
  Record<Name, (terms: PanelTerms) => readonly [title: string, detail: string | null]>
>

/** The panel's texts in one language: a value without imports, so each language can be loaded alone. */
export type WalletTexts = {
  language: Language
  /** Locale for numbers. */
  locale: string
  direction: 'ltr' | 'rtl'
  messages: Messages<OwnMessage>
  /** Label of a wallet without a name. */
  browserWallet: string
  /** Shown next to the name WalletConnect. */
  walletConnectHint: string
  pairingQr: string
  openIn: (wallet: string) => string
  /** Label of the link that opens the payment in a wallet. */
  openInWallet: string
  openInAnyWallet: string
  from: (account: string) => string
  retry: string
  otherAccount: string
  otherAsset: string
  atMost: (amount: string) => string
  otherWallet: string
  back: string
  /** Shown after an unknown outcome. */
  nothingWasSent: string
  /** Shown after the transfer was sent. */
  itFailed: string
}

/** The texts about paying without gas, loaded if that is possible. */
export type GaslessTexts = {
  messages: Messages<GaslessMessage>
  withoutGas: string
  /** Pays the network's fee with the payer's own gas, where there is a choice. */
  ownGas: string
}

/** All texts for the current state. The texts about paying without gas are missing until they are loaded. */
export type SpokenTexts = Omit<WalletTexts, 'messages'> & GaslessTexts & { messages: Messages<Message> }

/** The values in the sentences. The amount is the one that arrived. */
export type ClaimTerms = Omit<PanelTerms, 'missing' | 'currency'> & {
  /** The account that sent it, shortened. */
  account: string
}

/** Money that arrived, in the reader's language. */
export type FoundMoney = Pick<ClaimTerms, 'amount' | 'coin' | 'network'>

/** The form of a payer who has paid, and how to prove by a signature who sent a transfer: a value without imports. */
export type ClaimTexts = {
  language: Language
  ask: (terms: Pick<ClaimTerms, 'network'>) => string
  /** Asks about money that names no payment, with its time of day. */
  unnamed: (found: FoundMoney, time: string) => string
  /** Of the field for a transaction. */
  label: string
  /** The text in the field holds no hash, or several. */
  invalid: string
  /** Explains the effect of a signature. It moves no money. */
  found: (terms: ClaimTerms) => string
  /** Label of the button of a wallet. */
  sign: (wallet: string) => string
  /** Name of a wallet without one. */
  browserWallet: string
  /** Shown where the browser has no wallet. */
  none: (terms: ClaimTerms) => string
  /** For payers who cannot sign. */
  exchange: (terms: ClaimTerms) => string
  /** While the wallet waits for the payer. */
  signing: (terms: ClaimTerms) => string
  /** `account`: the wallet has another account. `refused`: the merchant must decide. */
  problems: Readonly<Record<'rejected' | 'account' | 'refused' | 'failed', (terms: ClaimTerms) => string>>
}

/** The texts of the field for the e-mail address that gets the receipt. */
export type EmailTexts = {
  readonly language: Language
  readonly label: string
  readonly submit: string
  /** In place of the field, once an address was taken. */
  readonly done: string
  readonly invalid: string
  readonly failed: string
}
