/** Names for fields of the API in refusals, where the screen has no label for them. */
export const fields = {
  amount: 'The amount',
  cryptocurrency: 'The coin',
  currency: 'The currency',
  description: 'The description',
  destination: 'The address',
  destinationMemo: 'The memo',
  email: 'The e-mail address',
  expiresIn: 'The deadline',
  lineItems: 'The items',
  merchantWallet: 'The wallet',
  metadata: 'The data of the order',
  network: 'The network',
  password: 'The password',
  redirectUrl: 'The page to return to',
  timeZone: 'The time zone',
  url: 'The web address',
}
