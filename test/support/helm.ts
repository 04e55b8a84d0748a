export { RENDERINGS, renderChart } from '../../scripts/chart/render.mjs';
