import { daily, etherBounds } from '../feeds.ts'
import { cctp, type EvmFacts, ether, type GasFacts, type NetworkEntry } from '../network-facts.ts'

const gas: GasFacts = { maxFeePerGasGwei: 300, maxPriorityFeeGwei: 10, minPriorityFeeGwei: 0.1, minSweep: 10 }
const pace = { pollMs: 6_000, finality: 'finalized', isRollup: false, finalityStallMs: 45 * 60_000 } as const

export const ethereum: NetworkEntry<EvmFacts> = {
  title: 'Ethereum',
  colour: '#627eea',
  exchangeName: 'Ethereum (ERC20)',
  coinType: 60,
  production: {
    chainId: 1,
    ...pace,
    gas,
    explorerTxUrl: 'https://etherscan.io/tx/',
    wallet: {
      chainName: 'Ethereum',
      nativeCurrency: ether,
      rpcUrls: ['https://ethereum-rpc.publicnode.com', 'https://eth.drpc.org'],
    },
    coins: {
      USDC: { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
      USDT: { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
      DAI: { address: '0x6B175474E89094C44Da98b954EedeAC495271d0F', decimals: 18 },
    },
    feeds: {
      EUR: daily('0xb49f677943BC038e9857d61E7d053CaA2C1734C1'),
      GBP: daily('0x5c0Ab2d9b5a7ed9f470386e82BB36A3613cDd4b5'),
      CHF: daily('0x449d117117838fFA61263B61dA6301AA2a88B13A'),
      USDC: daily('0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6'),
      USDT: daily('0x3E7d1eAB13ad0104d2750B8863b489D65364e32D'),
      DAI: daily('0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9'),
    },
    nativeFeed: { address: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', heartbeatSeconds: 3_600, ...etherBounds },
    cctp: cctp.production,
    // github.com/makerdao/dss-lite-psm, README.md
    psm: '0xf6e72Db5454dd049d0788e411b06CfAF16853042',
  },
  sandbox: {
    chainId: 11_155_111,
    ...pace,
    gas,
    explorerTxUrl: 'https://sepolia.etherscan.io/tx/',
    wallet: {
      chainName: 'Sepolia',
      nativeCurrency: ether,
      rpcUrls: ['https://ethereum-sepolia-rpc.publicnode.com', 'https://sepolia.drpc.org'],
    },
    coins: { USDC: { address: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238', decimals: 6 } },
    nativeFeed: { ...daily('0x694AA1769357215DE4FAC081bf1f309aDC325306'), ...etherBounds },
    cctp: cctp.sandbox,
  },
}
