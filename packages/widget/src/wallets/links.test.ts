import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listBrowserLinks } from './links.ts'
import { listPairingLinks } from './pairing-view.ts'

const PAGE = 'https://pay.example.com/shop/pay/01k9zq3v8m4x7c2n5b6t1r0wgh'

test('the page opens in the browser of each wallet', () => {
  expect(listBrowserLinks(PAGE, 60)).toEqual([
    { wallet: 'MetaMask', href: 'https://link.metamask.io/dapp/pay.example.com/shop/pay/01k9zq3v8m4x7c2n5b6t1r0wgh' },
    {
      wallet: 'Trust Wallet',
      href: 'https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Fpay.example.com%2Fshop%2Fpay%2F01k9zq3v8m4x7c2n5b6t1r0wgh',
    },
    {
      wallet: 'Base (Coinbase Wallet)',
      href: 'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fpay.example.com%2Fshop%2Fpay%2F01k9zq3v8m4x7c2n5b6t1r0wgh',
    },
    {
      wallet: 'Phantom',
      href: 'https://phantom.app/ul/browse/https%3A%2F%2Fpay.example.com%2Fshop%2Fpay%2F01k9zq3v8m4x7c2n5b6t1r0wgh?ref=https%3A%2F%2Fpay.example.com',
    },
    {
      wallet: 'OKX Wallet',
      href: 'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3Dhttps%253A%252F%252Fpay.example.com%252Fshop%252Fpay%252F01k9zq3v8m4x7c2n5b6t1r0wgh',
    },
  ])
})

test('Trust Wallet is told the network', () => {
  expect(listBrowserLinks(PAGE, 966)[1]?.href).toContain('coin_id=966&')
})

test('what such a browser would not open has no links', () => {
  for (const page of ['http://127.0.0.1:3000/pay/1', '/pay/1', '', 'javascript:alert(1)']) {
    expect(listBrowserLinks(page, 60)).toEqual([])
  }
})

test('no page can become another one by what it is called', () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }), (page) => {
      const href = new URL(page).href
      const [metamask, trust, base, , okx] = listBrowserLinks(page, 60).map((link) => new URL(link.href))
      expect(`https://${metamask?.href.slice('https://link.metamask.io/dapp/'.length)}`).toBe(href)
      expect(trust?.searchParams.get('url')).toBe(href)
      expect(base?.searchParams.get('cb_url')).toBe(href)
      const inner = new URL(okx?.searchParams.get('deeplink') ?? '')
      expect(inner.searchParams.get('dappUrl')).toBe(href)
    }),
  )
})

test('a pairing is handed over whole', () => {
  const uri = 'wc:4dd57b@2?expiryTimestamp=1&relay-protocol=irn&symKey=b0e9'
  for (const { href } of listPairingLinks(uri)) expect(new URL(href).searchParams.get('uri')).toBe(uri)
})
