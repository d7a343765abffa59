/** The texts for merchants: notes of orders, settings and notices. `%1$s` is a value, such as an amount. */
export const texts = {
  // Notes of orders, and the sentences that refuse something.
  part: 'A part of the payment has arrived: %1$s.',
  seen: 'The payment was found on the network and is being confirmed. Do not deliver yet.',
  paid: 'The payment is complete: %1$s.',
  over: 'More than the price has arrived: %1$s. Check the payment, and refund the excess.',
  ended: 'The payment has ended. No money arrived.',
  short: 'The payment has ended, and less than the price arrived: %1$s. Accept or refund it in the checkout.',
  late: 'Money arrived after the payment had ended: %1$s. Accept or refund it in the checkout.',
  other_price: 'A payment of %1$s is complete, but the order has another price. Refund the payment, or deliver.',
  after_cancel: 'Money arrived for this order, which was cancelled: %1$s. Refund it, or deliver.',
  second: 'The order is paid already, and more money arrived for it: %1$s. Refund it.',
  reverted: 'The network took back the money that paid this order. Check the payment before you deliver.',
  refund_made: 'A refund of %1$s was made.',
  refund_sign: 'A refund of %1$s waits for the signature of your wallet: %2$s',
  refund_lost:
    'A refund of %1$s waits for the address of the customer, but the link to its page is lost. Cancel the refund in the checkout, and make it again.',
  refund_submitted: 'The refund of %1$s is on its way.',
  refund_completed: 'The refund of %1$s has arrived.',
  refund_failed:
    'The refund of %1$s has failed, but the order still shows it. Make it again in the checkout. The reason: %2$s',
  refund_cancelled: 'The refund of %1$s was cancelled in the checkout, but the order still shows it.',
  not_paid: 'This order was not paid through the checkout.',
  is_paid: 'This order is paid.',
  is_cancelled: 'This order was cancelled.',
  on_its_way: 'A payment of this order is on its way.',
  interrupted:
    'A refund of %1$s was interrupted. Refund exactly this amount to complete it, or cancel it in the checkout.',
  no_coin: 'Nobody can pay: the settings of the checkout have no wallet for any coin that it offers. Add one there.',
  refused: 'The checkout refused: %1$s',
  unavailable: 'This payment method is not available now. Please try again in a minute.',
  refund_again: '%1$s Refund the same amount again: it is made only once.',
  refund_failure: 'The refund was not made: %1$s',

  // The mail to the administrator, and the action of an order that ends its look.
  look: 'Check the payment of order %1$s',
  looked: 'I have checked the payment',

  // The settings.
  about: 'Payments in stablecoins through your own checkout server. Preview: not yet run in a shop.',
  enable: 'Accept stablecoins',
  method: 'First choice',
  method_hint:
    'The coin and network that the payer sees first, such as USDC/polygon. The payer can choose any other that your checkout offers.',
  not_connected: 'Enter the address of your checkout, and choose the shop there.',
  connected: 'Connected to %1$s at %2$s.',
  connected_sandbox: 'Connected to the sandbox of %1$s at %2$s.',
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
