# %% [markdown]
# # 90 · How many are dropped?
#
# **Ten clicks, in any order. Which of them are lost?**
# %% [zh]
# # 90 · 丢了多少？
#
# **十次点击，顺序任意。丢了哪些？**
# %%
from flinksim.course import open_lesson

# your name here || 写上你的名字
lesson = open_lesson("lesson_90.py", learner="")
lesson.show()
# %%
lesson.predict("third")
# %% [markdown]
# ## Your turn
#
# These are your own clicks. **How many of them are dropped?**
# %% [zh]
# ## 轮到你了
#
# 这是你自己的点击。**有多少次被丢弃？**
# %%
lesson.show(lesson.data.run, step=0)
# %% answer
dropped = None  # a number || 一个数
### BEGIN SOLUTION
dropped = lesson.solve()["dropped"]
### END SOLUTION
# %% check
lesson.check(dropped=dropped)
