/** The texts for merchants: notes of orders, settings and notices. `%1$s` is a value, such as an amount. */
export const texts = {
  // Notes of orders, and the sentences that refuse something.
  part: 'A part of the payment has arrived: %1$s.',
  seen: 'The payment was found on the network and is being confirmed. Do not deliver yet.',
  paid: 'The payment is complete: %1$s.',
  over: 'More than the price has arrived: %1$s. Look at the payment, and refund what is too much.',
  ended: 'The payment has ended without money.',
  short: 'The payment has ended with less than the price: %1$s. Look at it: accept it, or refund it.',
  late: 'Money arrived after the end of the payment: %1$s. Look at it: accept it, or refund it.',
  other_price: 'A payment of %1$s is complete, but this is not the price of the order. Refund it, or deliver.',
  after_cancel: 'The order was cancelled, and money arrived for it: %1$s. Refund it, or deliver.',
  second: 'The order is paid already, and money arrived for it again: %1$s. Refund it.',
  reverted: 'The network took back the money that paid this order. Do not deliver before you have looked at it.',
  refund_made: 'A refund of %1$s was made.',
  refund_sign: 'A refund of %1$s waits for a signature of your wallet: %2$s',
  refund_lost:
    'A refund of %1$s waits for an address, but its page is lost. Cancel it in the checkout, and make it again.',
  refund_submitted: 'The refund of %1$s is on its way.',
  refund_completed: 'The refund of %1$s has arrived.',
  refund_failed: 'The refund of %1$s has failed, though the order shows it. Make it again in the checkout: %2$s',
  refund_cancelled: 'The refund of %1$s was cancelled in the checkout, though the order shows it.',
  not_paid: 'No payment of the checkout has paid this order.',
  is_paid: 'This order is paid.',
  is_cancelled: 'This order was cancelled.',
  on_its_way: 'A payment of this order is on its way.',
  interrupted:
    'A refund of %1$s was interrupted. Refund exactly this amount to complete it, or cancel it in the checkout.',
  no_coin: 'The checkout offers no coin that has a wallet in its settings. Name one there.',
  refused: 'The checkout refused: %1$s',
  unavailable: 'This payment method is not available now. Please try again in a minute.',
  refund_again: '%1$s Refund the same amount again: it is made only once.',
  refund_failure: 'The refund was not made: %1$s',

  // The mail to the administrator, and the action of an order that ends its look.
  look: 'Order %1$s needs a look',
  looked: 'I have looked at the payment',

  // The settings.
  about: 'Stablecoins, by your own checkout server. Preview: not yet run in a shop.',
  enable: 'Take stablecoins',
  method: 'First choice',
  method_hint:
    'The coin and network that the payer sees first, such as USDC/polygon. The payer can choose any other that your checkout offers.',
  not_connected: 'Enter the address of your checkout, and choose the shop there.',
  connected: 'Connected to %1$s of %2$s.',
  connected_sandbox: 'Connected to the sandbox of %1$s of %2$s.',
  connect: 'Connect',

  // The notice after a try to connect that failed.
  connect_address:
    'The shop was not connected: this is no address of a checkout. Enter one that begins with https, such as https://pay.example.com.',
  connect_declined:
    'The shop was not connected, because this was declined at the checkout. Press Connect to try again.',
  connect_late:
    'The shop was not connected: the answer came after more than ten minutes, or belongs to another browser. Press Connect again.',
  connect_insecure:
    'The shop was not connected: the certificate of %1$s is not valid. Ask whoever runs the checkout, then press Connect again.',
  connect_silent:
    'The shop was not connected: %1$s does not answer this server. Check the address and the firewall, then press Connect again.',
  connect_refused: 'The shop was not connected. The checkout refused: %1$s Press Connect again.',
  connect_failed: 'The shop was not connected: %1$s Press Connect again.',
  forbidden: 'Sign in as somebody who manages the shop, and press Connect again.',
}

export type MerchantTexts = Readonly<Record<keyof typeof texts, string>>
