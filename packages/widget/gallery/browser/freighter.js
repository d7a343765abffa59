// Freighter's content script as pages see it: unlocked, on the public network. It never answers a request to sign.
const ANSWERS = {
  REQUEST_CONNECTION_STATUS: { isConnected: true },
  REQUEST_ACCESS: { publicKey: 'GDUKMGUGDZQK6YHYA5Z6AY2G4XDSZPSZ3SW5UN3ARVMO6QSRDWP5YLEX' },
  REQUEST_NETWORK_DETAILS: {
    networkDetails: {
      network: 'PUBLIC',
      networkUrl: '',
      networkPassphrase: 'Public Global Stellar Network ; September 2015',
    },
  },
}
sessionStorage.clear()

addEventListener('message', ({ data, source }) => {
  const answer = data?.source === 'FREIGHTER_EXTERNAL_MSG_REQUEST' && ANSWERS[data.type]
  if (source !== window || !answer) return
  postMessage({ source: 'FREIGHTER_EXTERNAL_MSG_RESPONSE', messagedId: data.messageId, ...answer }, location.origin)
})

/** Opens the panel, which then continues by itself. */
function play() {
  const door = document.querySelector('crypto-checkout')?.shadowRoot?.querySelector('#wallet-button')
  if (door) door.click()
  else requestAnimationFrame(play)
}

play()
