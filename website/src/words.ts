/** Messages of the course, in English and Simplified Chinese. */

const CHINESE_TEXTS = {
  "fetching Python": "正在获取 Python",
  "unpacking flinksim": "正在解开 flinksim",
  "waiting for Python": "等待 Python",
  "Python could not be started": "Python 无法启动",
  "Stopped. All cells were reset.": "已停止。所有单元已重置。",
  "exercise done": "练习已完成",
  "This browser cannot store your progress. Export it as a file.": "这个浏览器不能保存学习进度。请导出为文件。",
  "This file does not contain progress of this course.": "这个文件里没有本课程的进度。",
  "done": "已完成",
  "started": "已开始",
  "This run was recorded when the site was built. Press Run to ask questions and change it.": "这次运行是建站时录下的。按“运行”即可提问和改动。",
} as const;

export type MessageText = keyof typeof CHINESE_TEXTS;

const isChinese = (): boolean => document.documentElement.lang.startsWith("zh");

export const getMessage = (text: MessageText): string => (isChinese() ? CHINESE_TEXTS[text] : text);

/** Translate a status message of the worker, if there is a translation. */
export const translateStage = (text: string): string => (text in CHINESE_TEXTS ? getMessage(text as MessageText) : text);

export const describeScore = (right: number, predicted: number): string =>
  isChinese() ? `${predicted} 个预测中答对 ${right} 个` : `${right} of ${predicted} predictions right`;

export const getSeparator = (): string => (isChinese() ? "，" : ", ");
