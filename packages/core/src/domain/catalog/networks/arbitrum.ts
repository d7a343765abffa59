import { daily, etherBounds } from '../feeds.ts'
import { cctp, type EvmFacts, ether, type NetworkEntry, rollupGas, rollupPace } from '../network-facts.ts'

/** Its nodes accept transactions without a priority fee. */
const gas = { ...rollupGas, minPriorityFeeGwei: 0 }

/** Its block time is a quarter of a second. USDT there is USDT0. */
export const arbitrum: NetworkEntry<EvmFacts> = {
  title: 'Arbitrum',
  colour: '#12aaff',
  exchangeName: 'Arbitrum One',
  coinType: 10_042_221,
  production: {
    chainId: 42_161,
    ...rollupPace,
    gas,
    explorerTxUrl: 'https://arbiscan.io/tx/',
    wallet: {
      chainName: 'Arbitrum One',
      nativeCurrency: ether,
      rpcUrls: ['https://arbitrum-one-rpc.publicnode.com', 'https://arbitrum.drpc.org'],
    },
    coins: {
      USDC: { address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', decimals: 6 },
      USDT: { address: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', decimals: 6 },
      DAI: { address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', decimals: 18 },
    },
    bridged: { 'USDC.e': { address: '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', decimals: 6 } },
    feeds: {
      EUR: daily('0xA14d53bC1F1c0F31B4aA3BD109344E5009051a84'),
      GBP: daily('0x9C4424Fd84C6661F97D8d6b3fc3C1aAc2BeDd137'),
      CHF: daily('0xe32AccC8c4eC03F6E75bd3621BfC9Fbb234E1FC3'),
      USDC: daily('0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3'),
      USDT: daily('0x3f3f5dF88dC9F13eac63DF89EC16ef6e7E25DdE7'),
      DAI: daily('0xc5C8E77B397E531B8EC06BFb0048328B30E9eCfB'),
    },
    nativeFeed: { ...daily('0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612'), ...etherBounds },
    cctp: cctp.production,
  },
  sandbox: {
    chainId: 421_614,
    ...rollupPace,
    gas,
    explorerTxUrl: 'https://sepolia.arbiscan.io/tx/',
    wallet: {
      chainName: 'Arbitrum Sepolia',
      nativeCurrency: ether,
      rpcUrls: ['https://arbitrum-sepolia-rpc.publicnode.com', 'https://arbitrum-sepolia.drpc.org'],
    },
    coins: { USDC: { address: '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d', decimals: 6 } },
    nativeFeed: { ...daily('0xd30e2101a97dcbAeBCBC04F14C3f624E67A35165'), ...etherBounds },
    cctp: cctp.sandbox,
  },
}
