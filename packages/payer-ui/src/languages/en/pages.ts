import type { OverTexts, ReceiptTexts, RefundTexts, TestPanelTexts, TillTexts } from '../../page-texts.ts'

export const refundTexts: RefundTexts = {
  addressPage: {
    title: 'Your refund',
    amountLabel: 'You get back',
    ask: ({ coin, network }) =>
      `Enter the address that receives your ${coin} on ${network}: from your own wallet, or the deposit address that your exchange shows for ${coin} on ${network}. Do not enter the address that an exchange paid from: it is not yours.`,
    warning: 'You cannot change this later. Money sent to a wrong address is lost, so please check every character.',
    addressLabel: ({ network }) => `${network} address`,
    memoLabel: 'Memo, if your exchange asks for one',
    paste: 'Paste',
    useWallet: ({ wallet }) => `Use my address in ${wallet}`,
    submit: 'Continue',
    check: ({ coin, network }) => `Is this your address for ${coin} on ${network}?`,
    confirm: 'Yes, send it there',
    correct: 'No, let me correct it',
    invalid: ({ network }) => `We cannot send to this address on ${network}. Please check every character.`,
    cannotReceive: ({ coin, network }) => `This account cannot receive ${coin} on ${network} now. Please use another.`,
    memoMissing:
      'This account needs a memo: enter the one that your exchange shows with the address. Without it your exchange cannot tell that the money is yours.',
    addressSaved: ({ merchant }) => `We have your address. ${merchant} sends the money next, and you will see it here.`,
    submitted: ({ network }) => `The money is on ${network}, and we're confirming it.`,
    completed: 'The money has been sent to this address.',
    closed: ({ merchant }) => `This refund is closed. Please contact ${merchant} and give the reference below.`,
  },
  signingPage: {
    title: 'Sign a refund',
    amountLabel: 'To be sent',
    ask: ({ amount, coin, network }) =>
      `Send exactly ${amount} ${coin} on ${network} from the wallet below to the address below. The refund is complete once ${network} has confirmed the transfer.`,
    once: 'Sign it only once: a second transfer would pay twice.',
    unswept:
      "Some money of this payment is still at the payment's own address. The next settlement brings it to this wallet. Until then the wallet needs the amount from elsewhere.",
    openWallet: 'Open in a wallet',
    from: 'From your wallet',
    to: 'To',
    contract: 'Contract of the coin',
    closedTitle: 'No signature needed',
    closed: 'Please send nothing. You can close this page.',
    script: {
      signWith: 'Sign with',
      browserWallet: 'a wallet in this browser',
      none: 'We found no wallet in this browser. Send it from your wallet by hand, exactly as shown here.',
      account: 'The wallet uses another account. Choose the account shown here, and try again.',
      network: 'The wallet is on another network. Switch it to this one, and try again:',
      rejected: 'The wallet refused. Nothing was sent.',
      insufficient: 'The account has too little of the coin, or cannot send it. Nothing was sent.',
      failed: 'That did not work, and nothing was sent. Please try again.',
      confirm: 'Please confirm the transfer in the wallet.',
      sent: 'Sent:',
      unsure:
        'We already asked a wallet to send this. Check there first. If it sent nothing, cancel this refund and make another.',
    },
  },
}

export const checkText = 'Check for my payment'

export const overTexts: OverTexts = {
  title: 'This page is closed',
  detail: 'What it showed ended some time ago. If you have a question, please contact the shop.',
}

export const testPanelTexts: TestPanelTexts = {
  title: 'Test panel for developers',
  detail: 'Payers never see it. These buttons make real transfers on the local test network.',
}

export const tillTexts: TillTexts = {
  show: 'Show the code',
  paid: 'Paid',
  next: 'Next payment',
  erase: 'Delete the last digit',
  closed: ({ merchant }) => `Only people who may take payments for ${merchant} can open this till.`,
  signIn: 'Sign in',
}

export const receiptTexts: ReceiptTexts = {
  title: 'Receipt',
  scan: 'Scan the code to check this receipt.',
  check: 'Check this receipt',
  save: 'Save the signed receipt',
  note: {
    payment: 'This receipt proves the payment. It is not an invoice.',
    refund: 'This receipt proves the refund. It is not an invoice.',
  },
}
