/** Connected shop systems, and the page that asks a person to connect one. */
export const connections = {
  title: 'Connect a shop system',
  asks: (name: string) => `“${name}” asks to use your shop.`,
  warning: (host: string) =>
    `Anyone can give any name. Connect only if you have just come from ${host} and know this address.`,
  address: 'Address',
  rights: 'It may',
  events: 'It is told of events at',
  wallets: 'Money of its payments goes to the wallets of your settings. You can end the connection at any time.',
  refunds: 'It can send refunds to any address, up to what a payment has received.',
  shop: 'Connect it with',
  environments: { sandbox: 'Sandbox: no real money', production: 'Production: real money' },
  connect: 'Connect',
  cancel: 'Cancel',
  refused: 'The shop system cannot be connected like this.',
  refusedHint: 'Go back to it and begin again. If it happens again, show this text to its maker.',
  nobody: 'Only owners of a shop can connect a shop system. Ask one to do it.',
  toDashboard: 'To the dashboard',
  pending: {
    title: 'Consents not used yet',
    intro: 'The shop system has not fetched its key yet. A consent ends by itself after five minutes.',
    expires: 'Ends',
    withdrawal: {
      submit: 'Withdraw',
      title: (name: string) => `Withdraw the consent for ${name}`,
      reason: 'Its code is refused at once. If it has fetched its key meanwhile, the connection ends.',
      notice: 'The consent was withdrawn.',
    },
  },
  list: {
    title: 'Connected shop systems',
    intro: 'Each got a key and a webhook when somebody connected it.',
    name: 'Shop system',
    since: 'Connected',
    statuses: { pending: 'Pending', active: 'Active', ended: 'Ended' },
    end: {
      submit: 'End connection',
      title: (name: string) => `End connection with ${name}`,
      reason: 'Its key is refused at once, and its webhook is deleted. It can be connected again from the shop system.',
      notice: 'The connection has ended.',
    },
  },
}
