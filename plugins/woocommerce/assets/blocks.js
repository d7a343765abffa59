/** Registers the payment method in the Checkout block. It needs no build: WordPress has everything as globals. */
;(() => {
  const { createElement } = window.wp.element
  const { decodeEntities } = window.wp.htmlEntities
  const { title, description, supports } = window.wc.wcSettings.getSetting('crypto_checkout_data', {})
  const name = decodeEntities(title || 'USDC, USDT, DAI')
  const content = createElement('p', null, decodeEntities(description || ''))
  window.wc.wcBlocksRegistry.registerPaymentMethod({
    name: 'crypto_checkout',
    label: createElement('span', null, name),
    ariaLabel: name,
    content,
    edit: content,
    canMakePayment: () => true,
    supports: { features: supports || ['products'] },
  })
})()
