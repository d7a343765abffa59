import type { MailTerms, OrderTerms, RefundTerms, Seller } from '../../page-texts.ts'
import type { Sum } from '../../payment-texts.ts'

/** The texts of a refund's pages. */
export const refundTexts = {
  /** A payer enters the address for the refund. */
  addressPage: {
    title: 'Your refund',
    /** Above the amount. */
    amountLabel: 'You get back',
    ask: ({ coin, network }: RefundTerms) =>
      `Enter the address that receives your ${coin} on ${network}: from your own wallet, or the deposit address that your exchange shows for ${coin} on ${network}. Do not enter the address that an exchange paid from: it is not yours.`,
    /** Says that the confirmation cannot be undone. */
    warning: 'You cannot change this later. Money sent to a wrong address is lost, so please check every character.',
    addressLabel: ({ network }: RefundTerms) => `${network} address`,
    memoLabel: 'Memo, if your exchange asks for one',
    /** Buttons below the address. */
    paste: 'Paste',
    useWallet: ({ wallet }: { readonly wallet: string }) => `Use my address in ${wallet}`,
    submit: 'Continue',
    /** Before the address is fixed, above it. */
    check: ({ coin, network }: RefundTerms) => `Is this your address for ${coin} on ${network}?`,
    confirm: 'Yes, send it there',
    /** Leads back to the field. */
    correct: 'No, let me correct it',
    invalid: ({ network }: RefundTerms) =>
      `We cannot send to this address on ${network}. Please check every character.`,
    cannotReceive: ({ coin, network }: RefundTerms) =>
      `This account cannot receive ${coin} on ${network} now. Please use another.`,
    /** The account accepts nothing without a memo. */
    memoMissing:
      'This account needs a memo: enter the one that your exchange shows with the address. Without it your exchange cannot tell that the money is yours.',
    addressSaved: ({ merchant }: RefundTerms) =>
      `We have your address. ${merchant} sends the money next, and you will see it here.`,
    submitted: ({ network }: RefundTerms) => `The money is on ${network}, and we're confirming it.`,
    completed: 'The money has been sent to this address.',
    closed: ({ merchant }: RefundTerms) =>
      `This refund is closed. Please contact ${merchant} and give the reference below.`,
  },
  /** A merchant's wallet signs the refund. */
  signingPage: {
    title: 'Sign a refund',
    /** Above the amount. */
    amountLabel: 'To be sent',
    ask: ({ amount, coin, network }: Sum) =>
      `Send exactly ${amount} ${coin} on ${network} from the wallet below to the address below. The refund is complete once ${network} has confirmed the transfer.`,
    once: 'Sign it only once: a second transfer would pay twice.',
    /** Says where the money is while it is not in the wallet yet. */
    unswept:
      "Some money of this payment is still at the payment's own address. The next settlement brings it to this wallet. Until then the wallet needs the amount from elsewhere.",
    openWallet: 'Open in a wallet',
    from: 'From your wallet',
    to: 'To',
    contract: 'Contract of the coin',
    /** The refund cannot be signed, or no longer. */
    closedTitle: 'No signature needed',
    closed: 'Please send nothing. You can close this page.',
    /** The texts of the page's script. The server sends them with the page. */
    script: {
      signWith: 'Sign with',
      browserWallet: 'a wallet in this browser',
      none: 'We found no wallet in this browser. Send it from your wallet by hand, exactly as shown here.',
      account: 'The wallet uses another account. Choose the account shown here, and try again.',
      /** The network's name follows. */
      network: 'The wallet is on another network. Switch it to this one, and try again:',
      rejected: 'The wallet refused. Nothing was sent.',
      insufficient: 'The account has too little of the coin, or cannot send it. Nothing was sent.',
      failed: 'That did not work, and nothing was sent. Please try again.',
      confirm: 'Please confirm the transfer in the wallet.',
      /** The transaction's hash follows. */
      sent: 'Sent:',
      unsure:
        'We already asked a wallet to send this. Check there first. If it sent nothing, cancel this refund and make another.',
    },
  },
}
export type RefundTexts = typeof refundTexts
export type SigningScriptTexts = RefundTexts['signingPage']['script']

export const checkText = 'Check for my payment'

/** The texts of a page whose payment or refund ended long ago. */
export const overTexts = {
  title: 'This page is closed',
  detail: 'What it showed ended some time ago. If you have a question, please contact the shop.',
}
export type OverTexts = typeof overTexts

/** The texts above the buttons of test mode. The buttons have the names of the scenarios, in English. */
export const testPanelTexts = {
  title: 'Test panel for developers',
  detail: 'Payers never see it. These buttons make real transfers on the local test network.',
}
export type TestPanelTexts = typeof testPanelTexts

/** The texts of a payment link's till. */
export const tillTexts = {
  /** Makes the payment. */
  show: 'Show the code',
  /** In large letters. */
  paid: 'Paid',
  next: 'Next payment',
  erase: 'Delete the last digit',
  /** For those who may not see the till. */
  closed: ({ merchant }: Seller) => `Only people who may take payments for ${merchant} can open this till.`,
  signIn: 'Sign in',
}
export type TillTexts = typeof tillTexts

/** The texts of the page of a receipt. */
export const receiptTexts = {
  /** Also the link to it. */
  title: 'Receipt',
  /** Below the code that is printed. */
  scan: 'Scan the code to check this receipt.',
  check: 'Check this receipt',
  /** The link to the signed text. */
  save: 'Save the signed receipt',
  /** A note on what it proves, and that it is no invoice. */
  note: {
    payment: 'This receipt proves the payment. It is not an invoice.',
    refund: 'This receipt proves the refund. It is not an invoice.',
  },
}
export type ReceiptTexts = typeof receiptTexts

/** The texts of the e-mail with a receipt. */
export const receiptMailTexts = {
  payment: {
    subject: ({ merchant }: Seller) => `Your receipt from ${merchant}`,
    text: ({ amount, merchant }: MailTerms) => `You paid ${amount} to ${merchant}. The money has arrived.`,
  },
  refund: {
    subject: ({ merchant }: Seller) => `Your refund from ${merchant}`,
    text: ({ amount, merchant }: MailTerms) => `${merchant} has refunded ${amount} to you.`,
  },
  order: ({ reference }: OrderTerms) => `Order: ${reference}`,
  /** The address of the receipt's page follows. */
  link: 'Your receipt is here:',
  attached: 'The signed receipt is attached. Keep it: anyone can check it, even if this page no longer exists.',
  reason: 'You get this e-mail because this address was given for the payment.',
  sandbox: 'This is a test: no real money moved.',
}
export type ReceiptMailTexts = typeof receiptMailTexts
